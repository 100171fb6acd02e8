import { useTranslation } from "react-i18next";

import type { PagedListEvent } from "#machines/kit/pagedList/pagedList.machine.ts";
import { Prices } from "#src/components/amount/Prices.tsx";
import { ClaimCells } from "#src/components/envelope/ClaimCells.tsx";
import { Empty } from "#src/components/ui/Empty.tsx";
import { ListFooter } from "#src/components/shell/ListFooter.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import type { ListView } from "#src/adapters/actors/pagedList.ts";

interface EnvelopeClaimsProps {
  view: ListView<"claimDetail">;
  send: (event: PagedListEvent) => void;
}

/** Who claimed, the latest first. */
export function EnvelopeClaims({ view, send }: EnvelopeClaimsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Section title={t("envelope:claims.title")}>
        {view.items.length === 0 ? (
          <Empty title={t("envelope:claims.none")} />
        ) : (
          <Prices coinTypes={view.items.map(({ coinType }) => coinType)}>
            <ClaimCells claims={view.items} />
          </Prices>
        )}
      </Section>
      <ListFooter view={view} send={send} />
    </>
  );
}
