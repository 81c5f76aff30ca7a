import "./styles/fonts";
import "./styles/base.css";

import { mount } from "svelte";

import App from "./App.svelte";
import { router } from "./frame/router.svelte";
import { settings } from "./frame/settings.svelte";

settings.start();
router.start();
mount(App, { target: document.getElementById("app") as HTMLElement });
