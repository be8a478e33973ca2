/* The floor for one Python call an event: a method and a property that do nothing. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *empty(PyObject *self, PyObject *label)
{
    (void)self;
    (void)label;
    Py_RETURN_NONE;
}

static PyObject *zero(PyObject *self, void *closure)
{
    (void)self;
    (void)closure;
    return PyFloat_FromDouble(0.0);
}

static PyMethodDef methods[] = {{"empty", empty, METH_O, NULL}, {NULL, NULL, 0, NULL}};
static PyGetSetDef reads[] = {{"zero", zero, NULL, NULL, NULL}, {NULL, NULL, NULL, NULL, NULL}};

static PyTypeObject floor_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "call_floor.Floor",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_methods = methods,
    .tp_getset = reads,
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "call_floor", NULL, -1, NULL,
                                    NULL,                  NULL,         NULL, NULL};

PyMODINIT_FUNC PyInit_call_floor(void)
{
    PyObject *made = PyModule_Create(&module);
    if (made == NULL || PyModule_AddType(made, &floor_type) < 0) {
        Py_XDECREF(made);
        return NULL;
    }
    return made;
}
