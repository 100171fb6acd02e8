/** React's parts of the first screen. They are evaluated with their own chunk, in a task of its own. */
export { createRoot } from "react-dom/client";
