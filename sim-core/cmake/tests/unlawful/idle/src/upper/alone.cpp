// Includes nothing of the room that it may use: the test `room_laws_refuse_idle` must see that refused.
