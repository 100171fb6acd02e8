import { checkModels } from "./checkModels.ts";

checkModels("first");
