"""scikit-learn's fit callbacks, where the installed version has them."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from turs.search import Step

Method = TypeVar("Method", bound=Callable[..., Any])

if TYPE_CHECKING:
    CALLER_OF_FIT: int

    class CallbackSupportMixin:
        """Adds ``set_callbacks``."""

    def with_callbacks(method: Method) -> Method:
        """Tear callbacks down after the method."""
        return method

else:
    # The stack level of who called fit, seen from what fit calls; the decorator is on the way.
    CALLER_OF_FIT = 4
    try:
        from sklearn.callback import CallbackSupportMixin, with_callbacks
    except ImportError:  # scikit-learn < 1.9
        CALLER_OF_FIT = 3

        class CallbackSupportMixin:
            """Stands in for scikit-learn's, without callbacks."""

        def with_callbacks(method):
            """Return the method as it is."""
            return method


class FitTasks:
    """The tasks of a fit as callbacks see them: one for the whole, and in it one for each rule.

    Parameters
    ----------
    estimator : estimator
    X, y : as given to ``fit``
    """

    def __init__(self, estimator: Any, X: Any, y: Any) -> None:
        self._hooks = {"estimator": estimator, "X": X, "y": y}
        begin = getattr(estimator, "_init_callback_context", None)
        self._fit: Any = begin(max_subtasks=None) if begin is not None else None
        self._rule: Any = None

    def __enter__(self) -> FitTasks:
        if self._fit is not None:
            self._fit.call_on_fit_task_begin(**self._hooks)
            self._begin_rule()
        return self

    def next(self, step: Step) -> bool:
        """End the task of the rule that was found and begin the next; tell whether to stop."""
        if self._fit is None:
            return False
        found, self._rule = self._rule, None
        stop = found.call_on_fit_task_end(**self._hooks, metadata={"step": step})
        if not stop:
            self._begin_rule()
        return bool(stop)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._fit is not None and kind is None:
            if self._rule is not None:
                self._rule.call_on_fit_task_end(**self._hooks)
            self._fit.call_on_fit_task_end(**self._hooks)

    def _begin_rule(self) -> None:
        self._rule = self._fit.subcontext(task_name="rule")
        self._rule.call_on_fit_task_begin(**self._hooks)
