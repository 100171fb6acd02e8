import { afterEach, beforeEach } from "vitest";
import { page } from "vitest/browser";
import { cleanup } from "vitest-browser-react";

import { lookAtButton } from "./lookAtButton.ts";

/** As in `vitest.config.ts`. */
const [WIDTH, HEIGHT] = [390, 844];

// Runs before each test file. Files share a page, and the one before may have resized or scrolled it, or changed its theme.
await page.viewport(WIDTH, HEIGHT);
window.scrollTo(0, 0);
const root = document.documentElement;
for (const name of root.getAttributeNames()) root.removeAttribute(name);

beforeEach(lookAtButton);
afterEach(cleanup);
