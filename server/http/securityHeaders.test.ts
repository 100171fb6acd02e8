import { expect, test } from "vitest";
import { hashInlineScripts } from "./securityHeaders.ts";

test("inline scripts are allowed by their hash, those with a source by 'self'", () => {
  const html = '<head><script type="module" src="/a.js"></script><script>alert(1)</script></head>';
  expect(hashInlineScripts(html)).toEqual(["'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='"]);
});
