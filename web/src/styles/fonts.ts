import "@fontsource/young-serif/latin.css";
import "@fontsource/young-serif/latin-ext.css";
import "@fontsource-variable/source-sans-3/wght.css";
