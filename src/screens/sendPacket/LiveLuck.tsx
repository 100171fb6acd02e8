import { Prices } from "#src/components/amount/Prices.tsx";
import { ClaimCells } from "#src/components/envelope/ClaimCells.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { envelopeClaims } from "#src/adapters/actors/records.ts";
import { useList } from "#src/hooks/useList.ts";

/** Who had the best luck with an envelope that is over; nothing where nobody had. */
export function LiveLuck({ envelopeId }: { envelopeId: string }) {
  const best = (useList(envelopeClaims, { envelopeId })?.view.items ?? []).filter(({ bestLuck }) => bestLuck);
  if (best.length === 0) return null;
  return (
    <Section>
      <Prices coinTypes={best.map(({ coinType }) => coinType)}>
        <ClaimCells claims={best} />
      </Prices>
    </Section>
  );
}
