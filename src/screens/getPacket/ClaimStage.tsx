import { Suspense, useDeferredValue, useEffect, useRef, type RefObject } from "react";
import { useTranslation } from "react-i18next";

import { formatAmountText } from "#domain/money/formatAmountText.ts";
import type { EnvelopeClaimView } from "#machines/envelopeClaim/envelopeClaim.view.ts";
import { canPress } from "#machines/kit/viewAction.ts";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { Worth } from "#src/components/amount/Worth.tsx";
import { RollingAmount } from "#src/components/amount/RollingAmount.tsx";
import { Envelope } from "#src/components/envelope/Envelope.tsx";
import { findWords } from "#src/components/envelope/envelopeTexts.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { lazyPart } from "#src/components/shell/lazyPart.tsx";
import { Avatar } from "#src/components/ui/Avatar.tsx";
import { Badge } from "#src/components/ui/Badge.tsx";
import { Named } from "#src/components/ui/Named.tsx";

import { Confetti, Sparks } from "./Celebration.tsx";
import { ClaimConditions } from "./ClaimConditions.tsx";
import { ClaimOutcome } from "./ClaimOutcome.tsx";
import styles from "./ClaimStage.module.css";
import { PassphraseForm } from "./PassphraseForm.tsx";

type ClaimProps = FlowProps<"envelopeClaim", EnvelopeClaimView>;

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
export function ClaimStage({ view, send }: ClaimProps) {
  const { t, i18n } = useTranslation();
  const { part, envelope, amount } = view;
  const isRefused = REFUSALS.has(view.state);
  const words = envelope === null ? "" : findWords(t, envelope);
  const areWordsLong = words.length > FRONT_LETTERS;
  // The list of claims renders when the main thread has time, so that it does not delay the landing.
  const settled = useDeferredValue(view);
  const hasOutcome = settled.part === "landed" || settled.part === "over";
  const form = useRef<HTMLFormElement>(null);
  const pressSeal = useSealAction({ view, send }, form);
  useSkip(view, send);
  const isTogether = envelope?.drawRule === "together";
  useEffect(() => {
    if (isTogether) void preloadWait();
  }, [isTogether]);
  return (
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
      {isTogether && part === "closed" && !isRefused && (
        <p className={styles.remark}>
          {t("envelope:draw.together")}
          <br />
          {t("envelope:draw.membersHint")}
        </p>
      )}
      <div className={styles.below}>
        {view.hasForm && <PassphraseForm view={view} send={send} form={form} />}
        {part === "closed" && view.conditions.length > 0 && <ClaimConditions view={view} />}
        {part === "waiting" && (
          <Suspense>
            <WaitingDraw view={view} />
          </Suspense>
        )}
        {hasOutcome && <ClaimOutcome view={settled} send={send} />}
        {part === "opening" && (
          <div className={styles.skip}>
            <ActionButton actions={view.actions} type="ui.skip" send={send} variant="plain" isInline />
          </div>
        )}
      </div>
    </div>
  );
}

/** Loaded ahead where an envelope is drawn for all, so that nothing jumps. */
const { Part: WaitingDraw, preload: preloadWait } = lazyPart(
  async () => (await import("./WaitingDraw.tsx")).WaitingDraw,
);

/** The text of the letter: the amount. The answer brings it before the envelope opens. */
function ClaimLetter({ view }: Pick<ClaimProps, "view">) {
  const { t } = useTranslation();
  const { amount, envelope, part } = view;
  // A price is asked for when the main thread has time, so that it does not delay the landing.
  const hasLanded = useDeferredValue(part === "landed");
  if (amount === null || envelope === null) return null;
  return (
    <>
      {amount.isBestLuck && (
        <span className={styles.sticker}>
          <Badge tone="gold" icon="crown">
            {t("envelope:claim.bestLuck")}
          </Badge>
        </span>
      )}
      <RollingAmount amount={amount.value} coinType={envelope.coinType} isRolling={part === "opening"} />
      {/* It comes after the landing, on a line of its own. */}
      <p className={styles.worth}>{hasLanded && <Worth amount={amount.value} coinType={envelope.coinType} />}</p>
    </>
  );
}

/** What the gold seal does: the next step towards opening, or it focuses the field that has to be filled in first. */
function useSealAction({ view, send }: ClaimProps, form: RefObject<HTMLFormElement | null>): (() => void) | null {
  const next = view.actions.find(({ event }) => event.type === "ui.enter" || event.type === "ui.submit");
  if (next === undefined || view.state === "claiming" || view.state === "tooManyTries") return null;
  if (next.enabled && (next.event.type === "ui.enter" || view.passphrase !== "")) {
    return () => send(next.event);
  }
  return () => form.current?.querySelector("input")?.focus();
}

/** While the view offers to skip the opening, a tap anywhere and Esc do. */
function useSkip({ actions }: EnvelopeClaimView, send: ClaimProps["send"]): void {
  const canSkip = canPress(actions, "ui.skip");
  useEffect(() => {
    if (!canSkip) return undefined;
    const skip = () => send({ type: "ui.skip" });
    const skipOnEscape = ({ key }: KeyboardEvent) => {
      if (key === "Escape") skip();
    };
    const skipOnTap = ({ target }: MouseEvent) => {
      // A control does what it says.
      if (!(target instanceof Element && target.closest("button, a") !== null)) skip();
    };
    document.addEventListener("click", skipOnTap);
    document.addEventListener("keydown", skipOnEscape);
    return () => {
      document.removeEventListener("click", skipOnTap);
      document.removeEventListener("keydown", skipOnEscape);
    };
  }, [canSkip, send]);
}
