import { createStaticApp } from "#gallery/static/createStaticApp.ts";
import copyTexts from "#locales/en/copyTexts.json";
import envelopeTexts from "#locales/en/envelope.json";
import errors from "#locales/en/errors.json";
import personal from "#locales/en/personal.json";
import { viewEnvelopeSend } from "#machines/envelopeSend/envelopeSend.view.ts";
import type { App } from "#src/createApp.ts";
import { AppContext } from "#src/hooks/useApp.ts";
import { useSnapshot } from "#src/hooks/useSnapshot.ts";
import { SendPacketView } from "#src/screens/sendPacket/SendPacket.tsx";
import type { openSendPage } from "./openSendPage.ts";
import { renderWithTexts } from "./renderWithTexts.tsx";

/** Draws the send page of an open chart. */
export async function renderSendPage(
  actor: Awaited<ReturnType<typeof openSendPage>>["actor"],
  app: App = createStaticApp(),
): Promise<void> {
  function Stage() {
    const snapshot = useSnapshot(actor);
    return (
      <AppContext value={app}>
        <SendPacketView view={viewEnvelopeSend(snapshot)} send={(event) => actor.send(event)} actor={actor} />
      </AppContext>
    );
  }
  await renderWithTexts(<Stage />, { envelope: envelopeTexts, errors, copyTexts, personal });
}
