"""The accessor `entro` of pandas: `series.entro.rolling(1000).entropy()`.

>>> import pandas as pd
>>> import entrostream.pandas
>>> series = pd.Series(["a", "b", "b", None], index=pd.date_range("2024-01-01", periods=4))
>>> series.entro.rolling(2).entropy().tolist()
[nan, 1.0, 0.0, nan]
>>> series.entro.rolling("3D").agg(["gini", "n"]).round(3)
             gini    n
2024-01-01  0.000  1.0
2024-01-02  0.500  2.0
2024-01-03  0.444  3.0
2024-01-04  0.000  2.0

Windows have the names (`rolling`, `expanding`) and the edges of those of pandas; results have the
index and the names of the data. Exponential decay is called `fading`, not `ewm`: `fading_factor`
is the weight that remains, `alpha` of `ewm` the weight that is lost.

`df.groupby("key")["x"]` can have no accessor. `group_by=` does the same, and the result has the
index of the rows:

>>> df = pd.DataFrame({"key": [1, 2, 1, 2], "x": ["a", "u", "b", "u"]})
>>> df.entro.expanding(group_by="key").entropy()
     x
0  0.0
1  0.0
2  1.0
3  0.0
"""

try:
    import pandas as pd
except ImportError as error:
    raise ImportError(
        'entrostream.pandas needs pandas: pip install "entrostream[pandas]"'
    ) from error

from entrostream.pandas.accessor import Entro
from entrostream.pandas.windows import Rolling, Windows

__all__ = ["Entro", "Rolling", "Windows"]


def __dir__() -> list[str]:
    return __all__


pd.api.extensions.register_series_accessor("entro")(Entro)
pd.api.extensions.register_dataframe_accessor("entro")(Entro)
