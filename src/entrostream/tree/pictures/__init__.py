"""Pictures of trees and of how well they learn, with Matplotlib; imported on first use."""

try:
    import matplotlib as _matplotlib  # noqa: F401
except ImportError as error:
    raise ImportError('plot needs Matplotlib: pip install "entrostream[plot]"') from error
