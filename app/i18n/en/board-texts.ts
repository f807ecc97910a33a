import board from "./board.json";

/** Texts for moving cards on the board, which no page loads. */
export default { board };
