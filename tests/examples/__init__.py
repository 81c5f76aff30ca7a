"""Games that are packages of their own, installed as a user installs them."""
