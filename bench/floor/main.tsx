/**
 * An app that loads all libraries of the product's first page and shows one heading: the least that a page with them
 * costs.
 */
import { createPostEvent, on, retrieveLaunchParams } from "@telegram-apps/sdk-react";
import { useSelector } from "@xstate/react";
import i18next from "i18next";
import createClient from "openapi-fetch";
import { createRoot } from "react-dom/client";
import { initReactI18next, useTranslation } from "react-i18next";
import { BrowserRouter, Navigate, useLocation } from "react-router-dom";
import { createActor, fromPromise, setup } from "xstate";

const { tgWebAppVersion } = retrieveLaunchParams();
on("theme_changed", () => {
  document.documentElement.dataset["theme"] = "told";
});
createPostEvent(tgWebAppVersion)("web_app_ready");

const client = createClient({ baseUrl: "/api" });
const machine = setup({
  actors: { read: fromPromise(() => client.GET("/healthz" as never)) },
}).createMachine({
  initial: "idle",
  states: {
    idle: { on: { read: "reading" } },
    reading: { invoke: { src: "read", onDone: "idle", onError: "idle" } },
  },
});
const actor = createActor(machine).start();

function Heading() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const isReading = useSelector(actor, (snapshot) => snapshot.matches("reading"));
  if (pathname === "/") return <Navigate to="/homePage" replace />;
  return (
    <main aria-busy={isReading}>
      <h1>{t("heading")}</h1>
    </main>
  );
}

await i18next.use(initReactI18next).init({
  lng: "en",
  resources: { en: { translation: { heading: "Red envelopes for your group" } } },
  interpolation: { escapeValue: false },
});
const container = document.getElementById("root");
if (container === null) throw new Error("index.html has no #root");
createRoot(container).render(
  <BrowserRouter>
    <Heading />
  </BrowserRouter>,
);
