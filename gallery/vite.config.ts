import { defineConfig, mergeConfig } from "vite";

import product from "../vite.config.ts";
import { serveGallery } from "./serveGallery.ts";

/** The app as it is written, with `/gallery` beside it. */
export default mergeConfig(product, defineConfig({ root: `${import.meta.dirname}/..`, plugins: [serveGallery()] }));
