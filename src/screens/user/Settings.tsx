import { useSelector } from "@xstate/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { canPress, type ViewAction } from "#machines/kit/viewAction.ts";
import { viewLanguage } from "#machines/language/language.view.ts";
import type { SessionEvent } from "#machines/session/session.machine.ts";
import { viewSession } from "#machines/session/session.view.ts";
import { readUserChoices, userChoicesFlow } from "#src/adapters/actors/choices.ts";
import { homeScreenFlow } from "#src/adapters/actors/homeScreen.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { Button } from "#src/components/ui/Button.tsx";
import { Cell } from "#src/components/ui/Cell.tsx";
import { Dialog } from "#src/components/ui/Dialog.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { SwitchCell } from "#src/components/ui/SwitchCell.tsx";
import { useApp } from "#src/hooks/useApp.ts";
import { useFailureText } from "#src/hooks/useFailureText.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { useService, useSnapshot } from "#src/hooks/useSnapshot.ts";

import styles from "./Settings.module.css";

/** Whether the person is ranked and gets messages of the bot; nothing until the person is known. */
export function Switches() {
  const user = useSelector(useService("session"), (snapshot) => viewSession(snapshot).user);
  return user === null ? null : <KnownSwitches user={user} />;
}

function KnownSwitches({ user }: { user: components["schemas"]["UserItem"] }) {
  const { t } = useTranslation();
  const getFailureText = useFailureText();
  const flow = useFlow(userChoicesFlow, { input: { params: null, saved: readUserChoices(user) } });
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
          onChange={(isOn) => send({ ...event, isOn })}
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

/** The language in use; a tap opens the picker, which stands over every screen. */
export function LanguageCell() {
  const { t } = useTranslation();
  const language = useService("language");
  const view = viewLanguage(useSnapshot(language));
  return (
    <Cell
      before={<Icon name="globe" />}
      title={t("about:hub.language")}
      subtitle={t(`app:language.name.${view.language}`)}
      onClick={() => {
        if (canPress(view.actions, "ui.openPicker")) {
          language.send({ type: "ui.openPicker" });
        }
      }}
    />
  );
}

/** Offers once to add the app to the phone's home screen, while it is not there. Shows nothing where the messenger does not support it. */
export function HomeScreenCell() {
  const { t } = useTranslation();
  const { messenger } = useApp();
  const flow = useFlow(homeScreenFlow, {
    isExtra: true,
    input: { params: null },
    open: { type: "resource.load" },
    isDeferred: true,
  });
  if (flow?.view.value?.canAdd !== true) return null;
  const { send } = flow;
  const add = async () => {
    await (await messenger.loadExtras())?.homeScreen?.add();
    send({ type: "ui.refresh" });
  };
  return (
    <Cell
      before={<Icon name="plus" />}
      title={t("about:hub.homeScreen")}
      subtitle={t("about:hub.homeScreenText")}
      onClick={() => void add()}
    />
  );
}

interface LogOutProps {
  /** Of the session. */
  actions: readonly ViewAction<SessionEvent>[];
  send: (event: SessionEvent) => void;
}

/** Logs out after a confirmation. */
export function LogOut({ actions, send }: LogOutProps) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <ActionButton actions={actions} type="ui.logout" send={() => setAsking(true)} variant="plain" />
      <Dialog
        isOpen={isAsking}
        onClose={close}
        title={t("envelope:user.logoutTitle")}
        actions={
          <>
            <ActionButton actions={actions} type="ui.logout" send={send} variant="danger" />
            <Button variant="secondary" onClick={close}>
              {t("envelope:user.stay")}
            </Button>
          </>
        }
      >
        <p>{t("envelope:user.logoutText")}</p>
      </Dialog>
    </>
  );
}
