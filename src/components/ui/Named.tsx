interface NamedProps {
  /** What somebody is called. */
  name: string;
  /** A translated sentence with the name in it. */
  write: (name: string) => string;
}

/** Stands for the name until the sentence is cut at it. */
const PLACE = "\uFFFC";

/** A sentence with a name in it, whose direction of writing turns no other word of the sentence. */
export function Named({ name, write }: NamedProps) {
  const [before = "", after = ""] = write(PLACE).split(PLACE);
  return (
    <>
      {before}
      <bdi>{name}</bdi>
      {after}
    </>
  );
}
