import { useSelector } from "@xstate/react";
import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { viewSession } from "#machines/session/session.view.ts";
import { Section } from "#src/components/ui/Section.tsx";
import { SwitchCell } from "#src/components/ui/SwitchCell.tsx";
import { readUserChoices, userChoicesFlow } from "#src/adapters/actors/choices.ts";
import { useApp } from "#src/hooks/useApp.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { useService } from "#src/hooks/useService.ts";
import { useFailureText } from "#src/hooks/useFailureText.ts";

import styles from "./Switches.module.css";

/** Whether the person is ranked and gets messages of the bot; nothing until the person is known. */
export function Switches() {
  const user = useSelector(useService("session"), (snapshot) => viewSession(snapshot).user);
  return user === null ? null : <KnownSwitches user={user} />;
}

function KnownSwitches({ user }: { user: components["schemas"]["UserItem"] }) {
  const { t } = useTranslation();
  const getFailureText = useFailureText();
  const { root } = useApp();
  const flow = useFlow(userChoicesFlow, {
    input: { params: null, saved: readUserChoices(user) },
    onEmit: () => {
      root.send({ type: "app.userChanged" });
    },
  });
  if (flow === null) return null;
  const { view, send } = flow;
  return (
    <Section title={t("home:switches.title")}>
      {view.actions.map(({ event, labelKey, enabled }) => (
        <SwitchCell
          key={event.name}
          label={t(labelKey)}
          hint={t(`home:switches.${event.name}Hint`)}
          isOn={!event.isOn}
          isBusy={!enabled}
          onChange={(isOn) => {
            send({ ...event, isOn });
          }}
        />
      ))}
      {view.failureKey !== null && (
        <p role="alert" className={styles.failure}>
          {t("home:switches.failed", { reason: getFailureText(view) })}
        </p>
      )}
    </Section>
  );
}
