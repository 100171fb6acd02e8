import { useTranslation } from "react-i18next";

import { COINS } from "#domain/coins.ts";
import { type Drawable, PREVIEWED_DRAWS, drawPreview } from "#domain/draw/drawPreview.ts";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import type { LuckPreview } from "#machines/app/flows.ts";
import { createResourceFlow } from "#src/adapters/actors/resource.ts";
import { getRandomBytes } from "#src/adapters/random.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { SheetDone } from "#src/components/shell/MainAction.tsx";
import { Sheet } from "#src/components/ui/Sheet.tsx";
import { useFlow } from "#src/hooks/useFlow.ts";

import styles from "./LuckSheet.module.css";

/** Draws by the real rule with this device's randomness; nobody else hears of them. */
const luckPreviewFlow = createResourceFlow("luckPreview", async (_app, drawable: Drawable): Promise<LuckPreview> => ({
  draws: drawPreview(drawable, getRandomBytes),
}));

interface LuckSheetProps {
  drawable: Drawable;
  onClose: () => void;
}

/** How luck may fall: draws by the real rule. None of them is kept. */
export function LuckSheet({ drawable, onClose }: LuckSheetProps) {
  const { t, i18n } = useTranslation();
  const flow = useFlow(luckPreviewFlow, { input: { params: drawable }, open: { type: "resource.load" } });
  const draws = flow?.view.value?.draws ?? null;
  const show = (amount: string | undefined) => formatAmountText(amount ?? "0", i18n.language);
  const best = (draws ?? []).map(([first = "0"]) => first);
  best.sort((left, right) => Number(left) - Number(right));
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t("envelope:luck.title")}
      actions={
        <>
          <SheetDone onClose={onClose} />
          {flow !== null && (
            <ActionButton
              actions={flow.view.actions}
              type="ui.refresh"
              send={flow.send}
              labelKey="envelope:luck.again"
              variant="plain"
            />
          )}
        </>
      }
    >
      <div className={styles.luck}>
        {draws !== null && (
          <>
            <LuckBars draws={draws} />
            <output className={styles.note}>
              {t("envelope:luck.best", {
                draws: PREVIEWED_DRAWS,
                low: show(best.at(0)),
                high: show(best.at(-1)),
                coin: COINS[drawable.coinType].ticker,
              })}
            </output>
          </>
        )}
        <p className={styles.note}>{t("envelope:luck.note")}</p>
      </div>
    </Sheet>
  );
}

/** As wide as a draw, in units of the picture. */
const WIDTH = 1000;
const BAR = 8;
const ROW = 12;
/** Left between two shares, where they are wide enough. */
const GAP = 4;

/** Each draw is a bar, and each share its part of it, the greatest first. The words beside it tell the same. */
function LuckBars({ draws }: { draws: readonly (readonly string[])[] }) {
  const bars = draws.map(layOut);
  return (
    <svg
      className={styles.bars}
      viewBox={`0 0 ${String(WIDTH)} ${String(draws.length * ROW)}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className={styles.best} d={bars.map(([best = ""]) => best).join("")} />
      <path className={styles.share} d={bars.flatMap(([, ...others]) => others).join("")} />
    </svg>
  );
}

/** The path of each share of a draw. */
function layOut(draw: readonly string[], place: number): string[] {
  const shares = draw.map(Number);
  const total = shares.reduce((sum, share) => sum + share, 0);
  let start = 0;
  return shares.map((share) => {
    const full = (share / total) * WIDTH;
    const width = Math.max(full * 0.9, full - GAP);
    const path = `M${start.toFixed(1)} ${String(place * ROW)}h${width.toFixed(1)}v${String(BAR)}h-${width.toFixed(1)}z`;
    start += full;
    return path;
  });
}
