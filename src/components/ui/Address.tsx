import styles from "./Address.module.css";
import { shortenAddress } from "#src/format/shortenAddress.ts";

interface AddressProps {
  /** Of a wallet or a transaction. */
  address: string;
  /** Only its two ends, enough to recognise it; an address that is signed or sent to is shown in full. */
  isShort?: boolean;
}

const GROUP = /.{1,4}/gu;
const HEX_MARK = "0x";

/** An address to compare by eye: in groups of four, with bold ends. Copying and screen readers get it without gaps. */
export function Address({ address, isShort = false }: AddressProps) {
  if (isShort) {
    return (
      <span className={styles.short} translate="no">
        {shortenAddress(address)}
      </span>
    );
  }
  const mark = address.startsWith(HEX_MARK) ? HEX_MARK : "";
  const groups = address.slice(mark.length).match(GROUP) ?? [];
  return (
    <span className={styles.address} translate="no">
      {groups.map((group, index) => (
        // Groups may repeat, and their order never changes.
        // oxlint-disable-next-line react/no-array-index-key -- see the line above
        <span key={index} className={styles.group}>
          {index === 0 ? mark + group : group}
        </span>
      ))}
    </span>
  );
}
