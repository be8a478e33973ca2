// The server answers a wrong token with this page at /login; the first visit is at another address.
if (location.pathname.endsWith("/login")) document.getElementById("refused").hidden = false;
