"""What all board games share. It knows no game, clock, screen or money.

`api.Game` is what a game offers, with `api.Rules` and `api.View`; `base.BaseRules` is a
start for rules, `menu_view.MenuView` a view for any game. `match.Match` plays one,
`registry.load` finds those that are installed, `engine.Engine` plays one on a pipe.
docs/adding-a-game.md shows how to write one.
"""
