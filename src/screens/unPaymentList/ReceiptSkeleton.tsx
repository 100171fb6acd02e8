import { Paper } from "#src/components/ui/Paper.tsx";
import { Skeleton } from "#src/components/ui/Skeleton.tsx";

/** The receipt of one order, still blank. */
export function ReceiptSkeleton({ label }: { label: string }) {
  return (
    <Paper isScalloped>
      <Skeleton label={label} shape="amount" rowHeightPx={72} />
      <Skeleton label="" shape="cards" rows={3} rowHeightPx={44} />
    </Paper>
  );
}
