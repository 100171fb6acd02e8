import { useSelector } from "@xstate/react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";

import { welcomeMachine } from "#machines/welcome/welcome.machine.ts";
import { type WelcomeView, viewWelcome } from "#machines/welcome/welcome.view.ts";
import type { Flow, FlowProps } from "#src/adapters/actors/flow.ts";
import { Envelope } from "#src/components/envelope/Envelope.tsx";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { MainAction } from "#src/components/shell/MainAction.tsx";
import { Screen } from "#src/components/shell/Screen.tsx";
import { Seal } from "#src/components/ui/Seal.tsx";
import { useFlow } from "#src/hooks/useFlow.ts";
import { useService } from "#src/hooks/useSnapshot.ts";
import { useTimes } from "#src/hooks/useTimes.ts";
import { readWelcomeTarget } from "#src/routes/redirectTarget.ts";

import styles from "./Welcome.module.css";

/** Shows its first step at once, and ends on the page that the person wanted. */
const welcomeFlow: Flow<"welcome", WelcomeView> = {
  name: "welcome",
  create: () => welcomeMachine,
  view: viewWelcome,
};

/** `/welcome?redirect=`: what the app is, once, on the way to the page that a new person wanted. */
export function Welcome() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  // The bot's greeting in a group opens the app so.
  const isFromGroup = useSelector(
    useService("session"),
    ({ context }) => context.launch?.startParam?.startsWith("g_") === true,
  );
  const flow = useFlow(welcomeFlow, {
    input: { target: readWelcomeTarget(`?${query.toString()}`), isFromGroup },
  });
  if (flow === null)
    return (
      <Screen title={t("about:welcome.title")} ground="stage" isTitleHidden>
        {null}
      </Screen>
    );
  return <WelcomeSteps {...flow} />;
}

function WelcomeSteps({ view, send }: FlowProps<"welcome", WelcomeView>) {
  const { t } = useTranslation();
  const times = useTimes();
  const { actions, mainType, state, step, stepCount } = view;
  const otherType = mainType === "ui.leave" ? "ui.next" : "ui.leave";
  const previous = actions.find(({ event }) => event.type === "ui.previous");
  const goBack = previous === undefined ? undefined : () => send(previous.event);
  return (
    <Screen
      title={t("about:welcome.title")}
      ground="stage"
      isTitleHidden
      onBack={goBack}
      footer={
        <div className={styles.actions}>
          <MainAction actions={actions} type={mainType} send={send} variant="gold" />
          <ActionButton actions={actions} type={otherType} send={send} variant="plain" />
        </div>
      }
    >
      <div className={styles.welcome}>
        <WelcomePicture step={state} />
        <div key={state} className={styles.words} aria-live="polite">
          <p className="visually-hidden">{t("about:welcome.step", { step, stepCount })}</p>
          <h2 className={styles.title}>{t(view.titleKey)}</h2>
          <p className={styles.text}>{t(view.textKey, { time: times.envelope })}</p>
        </div>
        <div className={styles.dots} aria-hidden="true">
          {Array.from({ length: stepCount }, (_, index) => (
            <span key={index} className={styles.dot} data-current={index + 1 === step || undefined} />
          ))}
        </div>
      </div>
    </Screen>
  );
}

/** The last one lies on top. */
const PILE = ["tet", "khmerNewYear", "lunarNewYear"] as const;

/** An envelope that opens from the first step to the second, then several that are guarded. */
function WelcomePicture({ step }: { step: WelcomeView["state"] }) {
  const { t } = useTranslation();
  if (step === "sending" || step === "opening") {
    return (
      <Envelope
        state={step === "sending" ? "sealed" : "opening"}
        coverId="goodLuck"
        front={step === "sending" ? t("about:welcome.front") : undefined}
        hasRoom
      >
        <span className={styles.letter}>
          <Seal icon="crown" sizePx={48} />
          {t("about:welcome.letter")}
        </span>
      </Envelope>
    );
  }
  return (
    <div className={styles.pile}>
      {PILE.map((coverId) => (
        <div key={coverId} className={styles.one}>
          <Envelope state="sealed" coverId={coverId} />
        </div>
      ))}
      <span className={styles.shield}>
        <Seal icon="shield" sizePx={64} />
      </span>
    </div>
  );
}
