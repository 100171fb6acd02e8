import { useTranslation } from "react-i18next";

import type { WelcomeView } from "#machines/welcome/welcome.view.ts";
import { Envelope } from "#src/components/envelope/Envelope.tsx";
import { Seal } from "#src/components/ui/Seal.tsx";

import styles from "./WelcomePicture.module.css";

/** The last one lies on top. */
const PILE = ["tet", "khmerNewYear", "lunarNewYear"] as const;

/** An envelope that opens from the first step to the second, then several that are guarded. */
export function WelcomePicture({ step }: { step: WelcomeView["state"] }) {
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
