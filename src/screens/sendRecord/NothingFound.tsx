import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";

import { Button } from "#src/components/ui/Button.tsx";
import { Empty } from "#src/components/ui/Empty.tsx";

import { writeRecordFilter } from "./recordFilter.ts";

/** No record is like the chosen ones: the way back to all of them. */
export function NothingFound() {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  return (
    <Empty
      title={t("envelope:record.filter.none")}
      action={
        <Button
          variant="secondary"
          onClick={() => {
            setSearch(writeRecordFilter(search, { coinType: null, recordStatus: null }), { replace: true });
          }}
        >
          {t("envelope:record.filter.clear")}
        </Button>
      }
    />
  );
}
