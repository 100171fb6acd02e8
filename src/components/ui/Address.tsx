import styles from "./Address.module.css";
import { shortenAddress } from "#src/format/shortenAddress.ts";

interface AddressProps {
  /** Of a wallet or a transaction. */
  address: string;
  /** Its two ends only, to know it again by; what is signed or sent to is shown in full. */
  isShort?: boolean;
}

const GROUP = /.{1,4}/gu;
const HEX_MARK = "0x";

/** An address to be compared by eye: in groups of four, its ends strong. Selected and read, it is one word. */
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
        // Groups repeat and never change places.
        // oxlint-disable-next-line react/no-array-index-key -- see the line above
        <span key={index} className={styles.group}>
          {index === 0 ? mark + group : group}
        </span>
      ))}
    </span>
  );
}
