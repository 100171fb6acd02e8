import { checkModels } from "./checkModels.ts";

checkModels("second");
