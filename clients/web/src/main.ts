import { mount } from "svelte";
import App from "./App.svelte";
import "./style.css";
import "./ui/looks.css";
import { app } from "./state/app.svelte";
import { keepCurrent } from "./state/current";
import { install } from "./state/install.svelte";
import { keepFocus } from "./ui/focus";

keepFocus();
keepCurrent(() => app.isUnderWay);
install.begin();
app.begin();
mount(App, { target: document.getElementById("app")! });
