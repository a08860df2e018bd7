"""Sample states, screenshots and the film: pictures of the product."""
