import { defineConfig, mergeConfig } from "vite";

import product from "../vite.config.ts";
import { serveGallery } from "./serveGallery.ts";

/** The app in development, with `/gallery`. */
export default mergeConfig(product, defineConfig({ root: `${import.meta.dirname}/..`, plugins: [serveGallery()] }));
