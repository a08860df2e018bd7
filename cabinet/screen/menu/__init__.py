"""The service menu under a stick.

`controller.MenuController` takes buttons and asks the counter; `state.MenuState` is
where one stands in the menu; `rows.rows` is what a page has; lists and texts have
editors.
"""
