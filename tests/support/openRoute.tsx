import { useEffect, type ReactElement } from "react";
import { useLocation, useNavigate } from "react-router-dom";

import { showTexts } from "#gallery/texts.ts";
import type { App } from "#src/createApp.ts";
import { AppContext } from "#src/hooks/useApp.ts";

import { renderWithTexts } from "./renderWithTexts.tsx";
import { startApp } from "./startApp.ts";

/**
 * Opens a screen at its address in a product of its own, or in the given one. In place of any other page stands a button
 * that leads back.
 *
 * @returns the product, and the address where the person is now
 */
export async function openRoute(
  screen: ReactElement,
  at: string,
  given?: App,
): Promise<{ app: App; readPlace: () => string }> {
  const app = given ?? (await startApp());
  const [path] = at.split("?");
  let place = "";
  function Route() {
    const navigate = useNavigate();
    const location = useLocation();
    useEffect(() => {
      place = `${location.pathname}${location.search}`;
      app.checkedPlaces.arrive(location);
    }, [location]);
    if (location.pathname === path) return screen;
    return (
      <button
        type="button"
        onClick={() => {
          void navigate(-1);
        }}
      >
        there and back
      </button>
    );
  }
  await showTexts("en");
  await renderWithTexts(
    <AppContext value={app}>
      <Route />
    </AppContext>,
    {},
    at,
  );
  return { app, readPlace: () => place };
}
