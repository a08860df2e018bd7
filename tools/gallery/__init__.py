"""Sample states, screenshots and the film: pictures of the product."""

import cabinet.screen  # noqa: F401  it keeps pygame quiet
