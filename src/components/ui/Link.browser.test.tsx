import { lazy, Suspense } from "react";
import { MemoryRouter, Route, Routes } from "react-router-dom";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";

import { Link } from "./Link.tsx";

it("says that it was followed until the screen behind it has come", async () => {
  const { promise, resolve: come } = Promise.withResolvers<{ default: () => string }>();
  const Late = lazy(() => promise);
  const here = (
    <>
      <Link to="/late">Records</Link>
      <Link to="/other">Me</Link>
    </>
  );
  await render(
    <MemoryRouter>
      <Suspense fallback="waiting">
        <Routes>
          <Route path="/" element={here} />
          <Route path="/late" element={<Late />} />
        </Routes>
      </Suspense>
    </MemoryRouter>,
  );
  const link = page.getByRole("link", { name: "Records" });
  await expect.element(link).not.toHaveAttribute("aria-busy");
  await link.click();
  await expect.element(link).toHaveAttribute("aria-busy", "true");
  await expect.element(page.getByRole("link", { name: "Me" })).not.toHaveAttribute("aria-busy");
  come({ default: () => "Late records" });
  await expect.element(page.getByText("Late records")).toBeVisible();
});
