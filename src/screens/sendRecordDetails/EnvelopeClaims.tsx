import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import type { PagedListEvent } from "#machines/pagedList/pagedList.machine.ts";
import type { PagedListView } from "#machines/pagedList/pagedList.view.ts";
import { ClaimCells } from "#src/components/ClaimCells.tsx";
import { Empty } from "#src/components/Empty.tsx";
import { ListFooter } from "#src/components/ListFooter.tsx";
import { Section } from "#src/components/Section.tsx";

interface EnvelopeClaimsProps {
  view: Omit<PagedListView, "items"> & { items: readonly components["schemas"]["Claim"][] };
  send: (event: PagedListEvent) => void;
}

/** Who claimed, the latest first. */
export function EnvelopeClaims({ view, send }: EnvelopeClaimsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Section title={t("envelope:claims.title")}>
        {view.items.length === 0 ? <Empty title={t("envelope:claims.none")} /> : <ClaimCells claims={view.items} />}
      </Section>
      <ListFooter view={view} send={send} />
    </>
  );
}
