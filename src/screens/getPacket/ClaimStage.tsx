import { useDeferredValue, useRef } from "react";
import { useTranslation } from "react-i18next";

import type { EnvelopeClaimView } from "#machines/envelopeClaim/envelopeClaim.view.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { Avatar } from "#src/components/ui/Avatar.tsx";
import { Confetti } from "./Confetti.tsx";
import { Envelope } from "#src/components/envelope/Envelope.tsx";
import { findWords } from "#src/components/envelope/envelopeTexts.ts";
import { Prices } from "#src/components/amount/Prices.tsx";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import { Sparks } from "./Sparks.tsx";
import type { FlowProps } from "#src/adapters/actors/flow.ts";

import styles from "./ClaimStage.module.css";
import { ClaimConditions } from "./ClaimConditions.tsx";
import { ClaimLetter } from "./ClaimLetter.tsx";
import { ClaimOutcome } from "./ClaimOutcome.tsx";
import { PassphraseForm } from "./PassphraseForm.tsx";
import { useSealAction } from "./useSealAction.ts";
import { useSkip } from "./useSkip.ts";
import { Named } from "#src/components/ui/Named.tsx";

/** In the widest letters, on the smallest phone. A longer text goes above the envelope. */
const FRONT_LETTERS = 30;

const REFUSALS: ReadonlySet<EnvelopeClaimView["state"]> = new Set([
  "wrongPassphrase",
  "tooManyTries",
  "notMember",
  "failed",
]);

/**
 * The envelope, and below it the passphrase, then the outcome. The form keeps its place while
 * the envelope opens, so that nothing moves but the envelope.
 */
export function ClaimStage({ view, send }: FlowProps<"envelopeClaim", EnvelopeClaimView>) {
  const { t, i18n } = useTranslation();
  const { part, envelope, amount } = view;
  const isRefused = REFUSALS.has(view.state);
  const words = envelope === null ? "" : findWords(t, envelope);
  const areWordsLong = words.length > FRONT_LETTERS;
  // The list of claims renders when the main thread has time, so that it does not delay the landing.
  const settled = useDeferredValue(view);
  const hasOutcome = settled.part === "landed" || settled.part === "over";
  const form = useRef<HTMLFormElement>(null);
  const pressSeal = useSealAction({ view, send, form });
  useSkip(view.actions, send);
  return (
    <Prices coinTypes={hasOutcome && envelope !== null ? [envelope.coinType] : []}>
      <div className={styles.stage}>
        <p className={styles.sender}>
          {envelope !== null && (
            <>
              <Avatar name={envelope.sender.name} url={envelope.sender.url} sizePx={36} />
              <span>
                <Named name={envelope.sender.name} write={(name) => t("envelope:claim.from", { name })} />
              </span>
            </>
          )}
        </p>
        {areWordsLong && <p className={styles.remark}>{words}</p>}
        <div className={styles.picture}>
          <Envelope
            state={isRefused ? "refused" : view.picture}
            coverId={envelope?.coverId ?? null}
            light={view.celebration ?? undefined}
            front={words === "" || areWordsLong ? undefined : words}
            seal={pressSeal === null ? undefined : { label: t("envelope:claim.pressSeal"), onPress: pressSeal }}
            hasRoom
          >
            <ClaimLetter view={view} />
          </Envelope>
          {part === "landed" && view.celebration !== null && <Sparks celebration={view.celebration} />}
          {part === "landed" && view.celebration === "bestLuck" && <Confetti />}
        </div>
        <output className={styles.title}>
          {/* The titles are separate elements: none slides to the place of another. */}
          <span key={view.titleKey} className={styles.words}>
            {t(view.titleKey)}
          </span>
          {part === "landed" && amount !== null && (
            <span className="visually-hidden">
              {" "}
              {t("envelope:claim.got", {
                amount: formatAmountText(amount.value, i18n.language),
                coin: amount.ticker,
              })}
            </span>
          )}
        </output>
        <div className={styles.below}>
          {view.hasForm && <PassphraseForm view={view} send={send} form={form} />}
          {part === "closed" && view.conditions.length > 0 && <ClaimConditions view={view} />}
          {hasOutcome && <ClaimOutcome view={settled} send={send} />}
          {part === "opening" && (
            <div className={styles.skip}>
              <ActionButton actions={view.actions} type="ui.skip" send={send} variant="plain" isInline />
            </div>
          )}
        </div>
      </div>
    </Prices>
  );
}
