import { render } from "preact";
import { App } from "./App";
import "./style.css";
import "./home/home.css";

render(<App />, document.getElementById("app")!);
