import { Prices } from "#src/components/amount/Prices.tsx";
import { ClaimCells } from "#src/components/envelope/ClaimCells.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { envelopeClaims } from "#src/adapters/actors/records.ts";
import { useList } from "#src/hooks/useList.ts";

/** Who had the best luck with an envelope that is over, and who thanks for it; nothing where nobody does. */
export function LiveLuck({ envelopeId }: { envelopeId: string }) {
  const claims = useList(envelopeClaims, { envelopeId })?.view.items ?? [];
  const told = claims.filter(({ bestLuck, reaction }) => bestLuck || reaction !== null);
  if (told.length === 0) return null;
  return (
    <Section>
      <Prices coinTypes={told.map(({ coinType }) => coinType)}>
        <ClaimCells claims={told} />
      </Prices>
    </Section>
  );
}
