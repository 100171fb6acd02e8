import type { components } from "#contract/schema.d.ts";
import { Amount } from "#src/components/amount/Amount.tsx";
import { MoneyRow } from "#src/components/amount/MoneyRow.tsx";
import { Worth } from "#src/components/amount/Worth.tsx";
import { LuckBadge } from "#src/components/envelope/LuckBadge.tsx";
import { Avatar } from "#src/components/ui/Avatar.tsx";
import { buildDetailsPath } from "#src/routes/links.ts";

interface ReceivedRowProps {
  claim: components["schemas"]["ReceivedClaim"];
  /** When it was claimed, in the words of the list around it. */
  time: string;
}

/** What the user received from one envelope: its sender, the amount, whether it was the best luck. */
export function ReceivedRow({ claim, time }: ReceivedRowProps) {
  return (
    <MoneyRow
      to={buildDetailsPath(claim)}
      before={<Avatar name={claim.sender.name} url={claim.sender.url} sizePx={44} />}
      title={<bdi>{claim.sender.name}</bdi>}
      subtitle={time}
      amount={<Amount amount={claim.amount} coinType={claim.coinType} isSigned />}
      worth={<Worth amount={claim.amount} coinType={claim.coinType} />}
      mark={claim.bestLuck ? <LuckBadge /> : undefined}
    />
  );
}
