import { type ReactNode, useState } from "react";

import { Button } from "#src/components/ui/Button.tsx";

interface OpenableProps {
  children: (isOpen: boolean, close: () => void) => ReactNode;
}

/** A button "Open", and what it opens. */
export function Openable({ children }: OpenableProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Open</Button>
      {children(isOpen, () => setIsOpen(false))}
    </>
  );
}
