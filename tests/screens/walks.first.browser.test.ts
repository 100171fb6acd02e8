import { walkHalf } from "./walkHalf.ts";

await walkHalf(0);
