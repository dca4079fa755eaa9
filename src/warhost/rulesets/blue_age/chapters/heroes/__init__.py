"""Heroes, Champions and Warbanners: joining units, Destiny, challenges and duels."""
