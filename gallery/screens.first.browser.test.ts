import { checkScreens } from "./checkScreens.ts";

await checkScreens("first");
