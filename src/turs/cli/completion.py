"""``turs completion``: the script with which a shell completes commands."""

import click

from turs.cli.options import examples

__all__ = ["completion"]

_VARIABLE = "_TURS_COMPLETE"


@click.command(
    short_help="Print the script for completion in a shell.",
    epilog=examples(
        "echo 'eval \"$(turs completion bash)\"' >> ~/.bashrc",
        "echo 'eval \"$(turs completion zsh)\"' >> ~/.zshrc",
        "turs completion fish > ~/.config/fish/completions/turs.fish",
    ),
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the script with which SHELL completes verbs, options, files and names of columns."""
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    group = context.find_root().command
    if kind is None:
        raise click.UsageError(f"the installed click has no completion for {shell}")
    click.echo(kind(group, {}, "turs", _VARIABLE).source())
