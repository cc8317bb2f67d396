/** SQL: a relation of the channels whose boards are harvested. */
export const harvestedChannels = `(
  select c.cabal_id, c.channel, c.name, c.board_id, b.slice_size
  from cable_channels c join boards b on b.id = c.board_id join harvested_boards h on h.id = b.id
  where b.source = 'cable')`;
