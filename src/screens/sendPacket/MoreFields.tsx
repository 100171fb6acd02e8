import { useTranslation } from "react-i18next";

import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { Cell } from "#src/components/ui/Cell.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import type { FlowProps } from "#src/adapters/actors/flow.ts";

import { CoinFields } from "./CoinFields.tsx";
import { LookFields } from "./LookFields.tsx";
import { RequiredChats } from "./RequiredChats.tsx";
import { useOptionsText } from "./useOptionsText.ts";
import { WordFields } from "./WordFields.tsx";

/** The folded fields: one line says what is set in them, and unfolds them. */
export function MoreFields({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { t } = useTranslation();
  const told = useOptionsText(view);
  const toggle = view.actions.find(({ event }) => event.type === "ui.toggleMore");
  return (
    <>
      <Section>
        <Cell
          title={t("envelope:send.options")}
          subtitle={told}
          isOpen={view.isMoreShown}
          onClick={toggle && (() => send(toggle.event))}
        />
      </Section>
      {view.isMoreShown && (
        <>
          <CoinFields view={view} send={send} />
          <WordFields view={view} send={send} />
          <LookFields view={view} send={send} />
          <RequiredChats view={view} send={send} />
        </>
      )}
    </>
  );
}
