import { mount } from "svelte";
import App from "./App.svelte";
import "./style.css";
import { app } from "./state/app.svelte";
import { keepFocus } from "./ui/focus";

keepFocus();
app.begin();
mount(App, { target: document.getElementById("app")! });
