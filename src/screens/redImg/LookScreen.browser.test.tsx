import { expect, it } from "vitest";
import { page } from "vitest/browser";

import { LookScreen } from "#src/screens/redImg/LookScreen.tsx";
import { openRoute } from "#tests/support/openRoute.tsx";
import { type Asked, standInServer } from "#tests/support/standInServer.ts";

it.each([
  { kind: "cover", name: /^Eid/u, apply: "Use this cover", wanted: { coverId: "eid" } },
  { kind: "text", name: /^Wedding/u, apply: "Use this text", wanted: { messageId: "wedding" } },
] as const)("puts the $kind that is set in use at the server", async ({ kind, name, apply, wanted }) => {
  const inUse = { coverId: "goodLuck", messageId: "goodLuck" };
  const keep = ({ body }: Asked) => Object.assign(inUse, body);
  standInServer({
    "/redpackage/coverList": {
      coverImgs: [
        { coverId: "goodLuck", title: "Good luck" },
        { coverId: "eid", title: "Eid" },
      ],
    },
    "/redpackage/textList": {
      coverImgs: [
        { messageId: "goodLuck", title: "Good luck", text: "Good luck to everybody" },
        { messageId: "wedding", title: "Wedding", text: "A long and happy marriage" },
      ],
    },
    "/user/redEnvelopeCoverAndMessage": keep,
    "/user/updateRedEnvelopeCover": keep,
    "/user/updateRedEnvelopeMessage": keep,
  });
  await openRoute(<LookScreen kind={kind} />, "/redImg");
  await page.getByRole("radio", { name }).click();
  await page.getByRole("button", { name: apply }).click();
  await expect.element(page.getByRole("button", { name: "In use" })).toBeVisible();
  expect(inUse).toEqual({ coverId: "goodLuck", messageId: "goodLuck", ...wanted });
});
