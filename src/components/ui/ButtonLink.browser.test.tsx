import { expect, it } from "vitest";
import { page } from "vitest/browser";

import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { ButtonLink } from "./ButtonLink.tsx";

it("is a link, inside the app or beside it", async () => {
  await renderOnPage(
    <>
      <ButtonLink to="/sendPacket" variant="gold">
        Send a red envelope
      </ButtonLink>
      <ButtonLink href="https://t.me/hongbao" icon="linkOut" isInline>
        Open in Telegram
      </ButtonLink>
    </>,
  );
  const inside = page.getByRole("link", { name: "Send a red envelope" });
  await expect.element(inside).toHaveAttribute("href", "/sendPacket");
  await expect.element(inside).not.toHaveAttribute("target");
  const outside = page.getByRole("link", { name: "Open in Telegram" });
  await expect.element(outside).toHaveAttribute("target", "_blank");
  await expect.element(outside).toHaveAttribute("rel", "noopener noreferrer");
});
