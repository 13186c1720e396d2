"""The style of what notebooks show."""

import re

from turs.model.stylesheet import N_HUES, styled


def test_it_holds_for_its_own_block_only() -> None:
    written = styled("a < b")
    style = re.search("<style>(.*)</style>", written, re.DOTALL)[1]
    selectors = [rule.partition("{")[0].strip() for rule in style.split("}") if rule.strip()]
    assert all(selector.startswith(".turs") for selector in selectors)
    assert sum(selector.startswith(".turs .turs-c") for selector in selectors) == N_HUES
    assert written.endswith("</style>a &lt; b</div>")
