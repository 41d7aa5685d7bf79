import { render } from "preact";
import { Page } from "./page";
import { app } from "./store/app";
import { startTheme } from "./ui/theme";

startTheme();
render(<Page />, document.getElementById("page")!);
void app.start();
