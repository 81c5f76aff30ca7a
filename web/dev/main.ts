import "../src/styles/fonts";
import "../src/styles/base.css";
import "../tests/texts";

import { mount } from "svelte";

import Story from "./Story.svelte";

mount(Story, { target: document.getElementById("app") as HTMLElement });
